// `#/enrolment` shows the page that a teacher projects while a class registers.
import { ref } from 'vue';

const HASH = '#/enrolment';

export const enrolmentShown = ref(location.hash === HASH);

window.addEventListener('hashchange', () => (enrolmentShown.value = location.hash === HASH));

export function showEnrolment(): void {
  location.hash = HASH;
}

export function leaveEnrolment(): void {
  location.hash = '#';
}
