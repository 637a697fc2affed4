// Texts of the warning about the clock of this device.
const zh = {
  wrong: '这台设备的时间不准',
  corrected: '已按班级服务器的时间显示，请校准设备时间',
};

export type ClockWarningKey = keyof typeof zh;
export default zh;
