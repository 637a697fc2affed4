// The fields of a profile that a member may show, in the order of the page.
export const FIELDS = ['signature', 'birthday', 'wechat', 'qq', 'email', 'phone', 'address'] as const;
export const REACHES = ['nobody', 'class', 'everyone'] as const;
