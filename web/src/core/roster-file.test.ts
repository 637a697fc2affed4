// Lists in files: encodings, CSV, workbooks.
// @vitest-environment happy-dom
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseRoster } from './roster';
import { decode } from './file-text';
import { cellsOfCsv, listsOfFile, type NamedList } from './roster-file';

const lists = (content: BlobPart): Promise<readonly NamedList[]> => listsOfFile(new Blob([content]));
const read = async (content: BlobPart): Promise<string> => (await lists(content))[0]?.text ?? '';
/** 张三,男 and 李四,女 as Excel on a Chinese Windows saves them. */
const GBK = new Uint8Array([
  0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0xc4, 0xd0, 0x0d, 0x0a, 0xc0, 0xee, 0xcb, 0xc4, 0x2c, 0xc5, 0xae, 0x0d, 0x0a,
]);
const PEOPLE = [
  { line: 1, name: '张三', gender: 'male' },
  { line: 2, name: '李四', gender: 'female' },
];

describe('text', () => {
  it('is read in UTF-8 with and without a mark, in GBK and in UTF-16', async () => {
    expect(decode(new TextEncoder().encode('\ufeff张三'))).toBe('张三');
    expect(parseRoster(await read(GBK))).toEqual(PEOPLE);
    const utf16 = new Uint8Array([0xff, 0xfe, 0x20, 0x5f, 0x09, 0x4e]);
    expect(await read(utf16)).toBe('张三');
  });

  it('in quotes may hold commas, quotes and line ends', () => {
    expect(cellsOfCsv('"张, ""三""","a\nb"\r\n李四,\n')).toEqual([
      ['张, "三"', 'a\nb'],
      ['李四', ''],
    ]);
  });

  it('with semicolons is a table too', async () => {
    expect(parseRoster(await read('姓名;性别\n张三;男\n李四;女')).map(({ name }) => name)).toEqual(['张三', '李四']);
  });
});

describe('a workbook', () => {
  const sheet = (rows: string): string =>
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
  const book = (files: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const LIST = sheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>序号</t></is></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>性别</t></is></c></row>' +
      '<row r="3"><c r="A3"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="s"><v>3</v></c></row>' +
      '<row r="4"><c r="B4" t="s"><v>4</v></c></row>',
  );
  const SHARED =
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>高一（1）班名单</t></si><si><t>姓名</t></si>' +
    '<si><r><t>张</t></r><r><t>三</t></r><rPh sb="0" eb="1"><t>zhang</t></rPh></si><si><t>男</t></si><si><t>李四</t></si></sst>';

  it('is read with title, header, empty cells and texts of several fonts', async () => {
    const bytes = book({ 'xl/worksheets/sheet1.xml': LIST, 'xl/sharedStrings.xml': SHARED });
    expect(parseRoster(await read(bytes as BlobPart))).toEqual([
      { line: 3, name: '张三', gender: 'male' },
      { line: 4, name: '李四', gender: '' },
    ]);
  });

  it('is read at the first tab that holds names', async () => {
    const bytes = book({
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="空" r:id="rId1"/><sheet name="名单" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/a.xml"/><Relationship Id="rId2" Target="/xl/worksheets/b.xml"/></Relationships>',
      'xl/worksheets/a.xml': sheet(''),
      'xl/worksheets/b.xml': LIST,
      'xl/sharedStrings.xml': SHARED,
    });
    expect(parseRoster(await read(bytes as BlobPart))).toHaveLength(2);
  });

  it('offers each of its tabs that holds names, hidden ones last', async () => {
    const tab = (name: string, more = ''): string => `<sheet name="${name}" r:id="${name}"${more}/>`;
    const relation = (id: string, file: string): string => `<Relationship Id="${id}" Target="worksheets/${file}.xml"/>`;
    const bytes = book({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${tab('old', ' state="hidden"')}${tab('1')}${tab('notes')}${tab('2')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('old', 'a')}${relation('1', 'a')}${relation('notes', 'c')}${relation('2', 'b')}</Relationships>`,
      'xl/worksheets/a.xml': LIST,
      'xl/worksheets/b.xml': sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>王小五</t></is></c></row>'),
      'xl/worksheets/c.xml': sheet(''),
      'xl/sharedStrings.xml': SHARED,
    });
    const found = await lists(bytes as BlobPart);
    expect(found.map(({ name }) => name)).toEqual(['1', '2', 'old']);
    expect(found[1]?.text).toBe('王小五');
  });
});

describe('what is no list', () => {
  it.each([
    ['old_excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['unreadable', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
    ['unreadable', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])],
    ['empty', new Uint8Array([0x20, 0x0a])],
    ['too_big', new Uint8Array(5_000_001)],
  ])('is refused as %s', async (fault, bytes) => {
    await expect(lists(bytes)).rejects.toMatchObject({ fault });
  });
});
