// A file that someone has chosen to send.

export interface ChosenFile {
  id: string;
  name: string;
  size: number;
  /** Where the browser has the picture; empty for what is no picture. */
  picture: string;
  /** How much of it is out, 0 to 1; null before it begins. Absent where it goes out with the words only. */
  progress?: number | null;
  /** Why it is not out, in words; empty while all is well. */
  failure?: string;
  /** Whether another try may help. */
  retriable?: boolean;
}
