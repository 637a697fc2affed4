// Texts of the names of rooms.
const zh = {
  public: '公共聊天室',
  class: '{class}班',
};

export type RoomNameKey = keyof typeof zh;
export default zh;
