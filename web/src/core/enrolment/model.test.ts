// Who is missing, which address others can type, until when a window is open.
import { afterEach, expect, it } from 'vitest';
import { setSchoolClock } from '../time';
import { addressOf, dayOf, slipsOf, windowEnd } from './model';

const at = (text: string): Date => new Date(`2026-09-01T${text}`);
/** A school whose clocks are nine hours ahead of this device. */
const goEast = (): void => setSchoolClock((date) => new Date(date.getTime() + 9 * 3_600_000));
afterEach(() => setSchoolClock((date) => date));
const qr = { size: 1, path: '' };

it('makes slips for those with a code alone', () => {
  const member = (real_name: string, claim_code?: string) => ({
    real_name,
    user_id: '260101',
    registered: !claim_code,
    ...(claim_code && { claim_code }),
  });
  const classes = [
    { class: '01', name: null, total: 2, registered: 1, members: [member('张三', 'ABCD2345'), member('李四')] },
    { class: '02', name: null, total: 1, registered: 1, members: [member('王五')] },
  ];
  expect(slipsOf(classes)).toEqual([
    { class: '01', name: null, rows: [{ real_name: '张三', user_id: '260101', claim_code: 'ABCD2345' }] },
  ]);
});

it('shows the first address to a browser on the machine itself, and its own to another', () => {
  const addresses = [
    { url: 'http://192.168.1.20:3055/', qr },
    { url: 'http://10.0.0.8:3055/', qr },
  ];
  expect(addressOf(addresses, 'http://localhost:3055')).toBe('http://192.168.1.20:3055');
  expect(addressOf(addresses, 'http://10.0.0.8:3055')).toBe('http://10.0.0.8:3055');
  expect(addressOf([], 'http://localhost:3055')).toBe('http://localhost:3055');
});

it('ends a window at ten in the evening, or two hours later', () => {
  expect(windowEnd(at('08:00:00'))).toEqual(at('22:00:00'));
  expect(windowEnd(at('21:30:00'))).toEqual(at('23:30:00'));
});

it('tells today from tomorrow', () => {
  expect(dayOf(at('22:00:00'), at('08:00:00'))).toBe('today');
  expect(dayOf(new Date('2026-09-02T08:00:00'), at('08:00:00'))).toBe('tomorrow');
  expect(dayOf(new Date('2026-09-03T08:00:00'), at('08:00:00'))).toBe('later');
});

it('goes by the evening and the days of the school', () => {
  goEast();
  expect(windowEnd(at('08:00:00'))).toEqual(at('13:00:00'));
  expect(dayOf(at('16:00:00'), at('08:00:00'))).toBe('tomorrow');
});
