// English texts of the export of timetables.
import type { Dict } from '@/core/i18n';
import type { ExportKey } from './zh';

const en: Dict<ExportKey> = {
  title: 'Export “{name}”',
  recommended: 'recommended',
  saved: '“{name}” downloaded',
  'format.cses_2': 'CSES version 2 (.yaml)',
  'format.cses_2_text':
    'For ClassIsland and the like, and for the portal; without colours, teachers and rooms of single lessons',
  'format.cses_1': 'CSES version 1 (.yaml)',
  'format.cses_1_text': 'For programs that know only this version; it has no cycles other than the week',
  'format.xlsx': 'Excel (.xlsx)',
  'format.xlsx_text': 'Has everything; change it in Excel or WPS and import it again',
  'format.ics': 'Calendar (.ics)',
  'format.ics_text': 'For the calendar of a phone or computer; it does not follow later changes',
  print: 'Print',
  print_text: 'One landscape A4 page, for the wall of the classroom',
  holds: '{from} to {until}',
  holds_from: 'from {from}',
};

export default en;
