// Texts about the zone of the school.
const zh = {
  'zone.title': '这台设备的时区和学校不同',
  'zone.hint': '这里的时间都是学校的时间（{zone}）。',
};

export type ZoneKey = keyof typeof zh;
export default zh;
