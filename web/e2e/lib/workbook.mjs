// Workbooks for the tests: small ones made here, and others with a text changed.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The bytes of an XLSX file with one sheet. */
export function workbookOf(name, rows) {
  const cell = (text) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  const lines = rows.map((texts, i) => `<row r="${i + 1}">${texts.map(cell).join('')}</row>`);
  const link = (kind, target) => `<Relationship Id="r1" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const links = (one) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${one}</Relationships>`;
  const type = (part, kind) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const files = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': links(link('officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': links(link('worksheet', 'worksheets/sheet1.xml')),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${SHEETS}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

/** The same workbook with another text in the place of one. */
export function withText(bytes, before, after) {
  const files = unzipSync(bytes);
  const path = 'xl/sharedStrings.xml';
  const texts = strFromU8(files[path]);
  if (!texts.includes(`>${before}<`)) throw new Error(`the workbook has no text ${before}`);
  files[path] = strToU8(texts.replace(`>${before}<`, `>${after}<`));
  return zipSync(files);
}
