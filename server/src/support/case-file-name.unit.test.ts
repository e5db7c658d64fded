import { expect, test } from 'vitest'
import { attachmentOf, cleanFileName } from './case-file-name.ts'

test.each([
  ['receipt.png', 'receipt.png'],
  ['C:\\fakepath\\..\\receipt.exe', 'receipt.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['a\r\nSet-Cookie: sid=1\u0000.png', 'a Set-Cookie sid1.png'],
  ['in\u202egnp.exe', 'ingnp.png'],
  ['<b>"x"</b>.png', 'b.png'],
  ['.htaccess', 'file.png'],
  ['', 'file.png'],
  ['…/', 'file.png'],
  [`${'ä'.repeat(200)}.png`, `${'ä'.repeat(60)}.png`],
])('the file name %j is stored as %j', (name, stored) => {
  expect(cleanFileName(name, 'image/png')).toBe(stored)
})

test('the header of a download has the name in ASCII and in UTF-8', () => {
  expect(attachmentOf('März (1).pdf')).toBe(
    `attachment; filename="M_rz (1).pdf"; filename*=UTF-8''M%C3%A4rz%20%281%29.pdf`,
  )
})
