// The events of the stream of an answer (interface 6.2), each with fields of its own.
import type { components } from '@/api/generated/schema';

export type StreamEvent = components['schemas']['AiStreamEvent'];
