// Texts of announcements on the board.
const zh = { pinned: '置顶' };

export type AnnouncementsBoardKey = keyof typeof zh;
export default zh;
