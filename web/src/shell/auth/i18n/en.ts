// English texts of login and registration.
import type { Dict } from '@/core/i18n';
import type { AuthKey } from './zh';

const en: Dict<AuthKey> = {
  'login.title': 'Sign in',
  'login.account': 'Account',
  'login.account_hint': 'Real name, user ID or net name',
  'login.password': 'Password',
  'login.submit': 'Sign in',
  'login.to_register': 'First time here? Register',
  'login.forgot': 'Forgot your password? Ask your class admin to reset it.',
  'login.expired': 'Your sign-in has expired. Please sign in again; what you typed is still there.',
  'login.other': 'Use another account',
  'register.title': 'Register',
  'register.intro': 'Only people on the class list can register.',
  'register.real_name': 'Real name',
  'register.real_name_hint': 'Written as on the class list',
  'register.net_name': 'Net name',
  'register.net_name_hint': 'The name others see, 1–20 characters',
  'register.password': 'Password',
  'register.confirm': 'Password again',
  'register.claim_code': 'Claim code',
  'register.claim_hint': 'Admin accounts need it. Ask the person who set up the portal.',
  'register.have_claim': 'I have a claim code',
  'register.submit': 'Register and sign in',
  'register.to_login': 'Have an account? Sign in',
  'error.confirm': 'The two passwords differ',
  'error.net_name': 'The net name needs 1–20 characters',
  'error.password': 'The password does not meet the rules yet',
  'password.length': '8–128 bytes',
  'password.mix': 'Letters and digits',
  'password.own': 'Not your own name or ID',
  'password.met': 'met',
  'password.unmet': 'not met',
  'password.strength': 'Strength: {level}',
  'password.weak': 'weak',
  'password.fair': 'fair',
  'password.good': 'good',
  'password.strong': 'very good',
};

export default en;
