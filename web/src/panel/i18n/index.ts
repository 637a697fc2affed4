// The texts of the panel page, in the language of the screen.
import { boardTexts } from '@/core/board';
import en from './en';
import zh from './zh';

export const textsIn = boardTexts(zh, en);
