// English texts of the presets of the console.
import type { Dict } from '@/core/i18n';
import type { PresetKey } from './zh';

const en: Dict<PresetKey> = {
  text: 'Members may choose a preset for a conversation: the model reads its prompt first, also where a policy locks prompts.',
  add: 'Add a preset',
  none: 'No presets yet',
  none_text: 'Write a prompt for the whole class, such as “Comment on an essay” or “Practise spoken English”.',
  not_yours: 'A preset of the whole portal; its admins change it.',
  remove_ask: 'Delete “{name}”?',
  remove_effect:
    'Members can choose it no more. Conversations that were begun with it stay, and further answers do without its prompt.',
  removed: '“{name}” is deleted',
  saved: '“{name}” is saved',
  created: '“{name}” is added',
  new: 'Add a preset',
  edit: 'Edit the preset',
  label: 'Name',
  label_sample: 'Such as: Comment on an essay',
  label_error: 'A name has 1–{max} characters',
  description: 'What it is for',
  description_sample: 'Such as: what is good first, then two changes',
  description_error: 'At most {max} characters; these are {n}',
  prompt: 'Prompt',
  prompt_hint: "The model reads it after the policy's prompt and before the member's own; members can see it too.",
  prompt_empty: 'Enter the prompt',
  prompt_error: 'At most {max} characters; these are {n}',
};

export default en;
