// English texts of the page that is projected while a class registers.
import type { Dict } from '@/core/i18n';
import type { EnrolmentPageKey } from './zh';

const en: Dict<EnrolmentPageKey> = {
  title: 'Class enrolment',
  'title.of': '{name} · enrolment',
  leave: 'Back to the desktop',
  forbidden: 'Only class admins and system admins may open the enrolment page',
  empty: 'Nobody is on the class list yet; update it first',

  'scan.title': 'Scan, or type the address',
  'scan.qr': 'QR code of the registration page',
  'scan.address': 'Another address',
  'scan.only_here':
    'Only the server itself opens this address: it listens for no other machine. Whoever runs it sets HOST to 0.0.0.0.',
  'scan.more': 'If it does not open, try another address: phones must be in the network of the server',
  'scan.step_code': 'Enter your name and the code of your slip, pick a net name and a password',
  'scan.step': 'Enter your name, pick a net name and a password',

  'count.registered': 'registered',
  'count.missing': '{n} missing|{n} missing',
  'count.missing_names': '{n} missing: {names}|{n} missing: {names}',
  'count.all': 'Everybody has registered!',
  'name.registered': '(registered)',
  'name.locked': '(too many wrong claim codes: press to unlock the name)',
  'name.locked_hint': 'Too many wrong claim codes: press to unlock the name',

  'lockout.line':
    '{n} name is locked after wrong claim codes: press it to unlock|{n} names are locked after wrong claim codes: press one to unlock',
  'lockout.title': 'Let “{name}” try again?',
  'lockout.why':
    'Ten wrong claim codes were entered for this name, so the right one does not work before {until} either.',
  'lockout.effect':
    'Once unlocked, the code of the slip works at once; it stays the same. If it was not the owner, look who is trying.',
  'lockout.admins_alone': 'Whoever registers with this name is an admin, so only a system admin can unlock it.',
  'lockout.act': 'Unlock',
  'lockout.done': '“{name}” can enter a claim code again',

  'class.label': 'Class',

  'window.open': 'Class enrolment is open until {until}',
  'window.closed': 'Class enrolment is not open',
  'window.all_classes': 'It opens and ends for all classes together.',
  'window.closed_hint':
    'Only a few people an hour can register over one network now. Open it before the class registers.',
  'window.do_open': 'Open until {until}',
  'window.was_closed': 'Class enrolment has ended',
  'window.extend': '2 hours longer',
  'window.close': 'End it',

  'print.title': 'Print the claim slips?',
  'print.why': 'The print preview shows the code of everybody. If this screen is projected, stop that first.',
  'print.act': 'Print',
  'act.slips': 'Print claim slips ({n})',
  'act.forward': 'Copy the text to forward',
  'act.full': 'Full screen',
};

export default en;
