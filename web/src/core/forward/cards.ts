// What the chat has a card for. All else that an app forwards goes as words.

const CARDS = ['community_forward', 'music_playlist', 'ai_forward', 'ai_batch', 'gomoku_invite'] as const;

/** The type of a message that is shown as a card. */
export type CardType = (typeof CARDS)[number];

export function isCardType(type: string): type is CardType {
  return (CARDS as readonly string[]).includes(type);
}
