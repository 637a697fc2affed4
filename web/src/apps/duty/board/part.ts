// What the board is told about today's duty.
import type { components } from '@/api/generated/schema';

export type DutyPart = components['schemas']['DutyDay'];
