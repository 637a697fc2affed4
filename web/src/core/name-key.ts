/** By which the server finds a name in any spelling: without blanks and brackets, one sign between its parts. */
export function nameKey(name: string): string {
  return name.replace(/[\s()]/g, '').replace(/[.•‧∙⋅・･]/g, '·');
}
