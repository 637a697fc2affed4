// The tables that scripts/pinyin-tables.mjs makes at build time.
declare module 'virtual:pinyin/common' {
  const table: string;
  export default table;
}
declare module 'virtual:pinyin/rare' {
  const table: string;
  export default table;
}
