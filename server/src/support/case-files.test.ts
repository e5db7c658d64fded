import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { auditEventsAbout } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'

let bank: TestBank
let png: Buffer
let jpeg: Buffer
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
beforeAll(async () => {
  bank = await openTestBank()
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } })
  png = await picture.png().toBuffer()
  jpeg = await picture.jpeg().toBuffer()
})
afterAll(() => bank.close())
// Sessions end while the clock of the bank passes.
beforeEach(() => bank.elevate(bank.clara))

async function open(who: Person | null = bank.alice) {
  const written = { email: 'alice@example.com', subject: 'My card', message: 'It is lost.' }
  const body = { messageId: randomUUID(), ...written }
  const { answer } = await bank.call(who ?? newVisitor(), endpoints.writeToSupport, { body })
  return answer.id
}

type Wish = { entry: string; name?: string; type?: string; id?: string }
const sent = (
  bytes: Uint8Array,
  { entry, name = 'receipt.png', type = 'image/png', id = randomUUID() }: Wish,
) => ({
  params: { id },
  query: { entry, name },
  body: bytes,
  headers: { 'content-type': type },
})
const attach = (who: Person, bytes: Uint8Array, wish: Wish) =>
  bank.call(who, endpoints.attachOwnFile, sent(bytes, wish))
const attachAsStaff = (who: Person, bytes: Uint8Array, wish: Wish) =>
  bank.call(who, endpoints.attachFile, sent(bytes, wish))
const read = (who: Person | null, id: string) =>
  bank.call(who ?? newVisitor(), endpoints.readCaseFile, { params: { id } })
const filesOf = async (id: string) =>
  (await bank.call(bank.clara, endpoints.readCase, { params: { id } })).answer.entries.flatMap(
    ({ files }) => files,
  )

/** What a customer writes again, or staff answer or note. */
async function entryOf(who: Person, id: string, endpoint: 'replyToSupport' | 'answerCase' | 'writeCaseNote') {
  const entryId = randomUUID()
  const body = { entryId, text: 'See the file.' }
  expect((await bank.call(who, endpoints[endpoint], { params: { id }, body })).status).toBe(204)
  return entryId
}

/** A PDF of so many bytes. */
function pdfOf(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 15, 0x20), Buffer.from('\n%%EOF')])
}

test('a picture and a PDF are stored unchanged, and served as a download only', async () => {
  const entry = await open()
  for (const [bytes, name, type, stored] of [
    [png, 'receipt.png', 'image/png', 'receipt.png'],
    [jpeg, 'photo', 'image/jpeg', 'photo.jpg'],
    [pdf, 'Rechnung März (1).PDF', 'application/pdf', 'Rechnung März (1).pdf'],
    // The contents decide.
    [pdf, 'page.html', 'image/png', 'page.pdf'],
  ] as const) {
    const id = randomUUID()
    for (let times = 0; times < 2; times++) {
      expect((await attach(bank.alice, bytes, { entry, name, type, id })).status).toBe(204)
    }
    const { status, headers, answer } = await read(bank.alice, id)
    expect([status, Buffer.from(answer as Uint8Array).equals(bytes)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="[ -~]+"; filename\*=UTF-8''/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await filesOf(entry)).toContainEqual({ id, name: stored, size: bytes.length })
  }
  expect(await filesOf(entry)).toHaveLength(4)
})

test('a file under the id of another file is refused', async () => {
  const [entry, other, id] = [await open(), await open(bank.bruno), randomUUID()]
  expect((await attach(bank.alice, png, { entry, id })).status).toBe(204)
  for (const refused of [
    attach(bank.bruno, png, { entry: other, id }),
    attach(bank.alice, jpeg, { entry, id, type: 'image/jpeg' }),
    attach(bank.alice, png, { entry, id, name: 'other.png' }),
  ]) {
    expect((await refused).problem.code).toBe('id_reused')
  }
  expect((await filesOf(entry)).map(({ name }) => name)).toEqual(['receipt.png'])
})

describe('a file that is refused', () => {
  const html = Buffer.from('<html><script>alert(document.cookie)</script></html>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const unreadable = [422, 'This file isn’t a valid PNG, JPEG or PDF. Choose another one']
  test.each([
    ['HTML', () => html, unreadable],
    ['SVG', () => svg, unreadable],
    ['HTML behind the magic of PNG', () => Buffer.concat([png.subarray(0, 8), html]), unreadable],
    ['HTML behind a whole PNG', () => Buffer.concat([png, html]), unreadable],
    ['HTML behind a PDF', () => Buffer.concat([pdf, html]), unreadable],
    ['HTML before a PDF', () => Buffer.concat([html, pdf]), unreadable],
    ['a PDF that is cut off', () => pdf.subarray(0, -8), unreadable],
    ['a PNG that is cut off', () => png.subarray(0, -20), unreadable],
    ['an empty file', () => Buffer.alloc(0), [422, 'Choose a file that is not empty']],
    ['one byte more than 5 MB', () => pdfOf(5_242_881), [413, 'A file can have at most 5 MB']],
  ])('%s is refused as a file', async (_, bytes, refusal) => {
    const entry = await open()
    const { status, problem } = await attach(bank.alice, bytes(), { entry })
    expect([status, problem.detail]).toEqual(refusal)
    expect(await filesOf(entry)).toEqual([])
  })

  test('a file that is declared as HTML is refused before it is read', async () => {
    const { status, problem } = await attach(bank.alice, png, { entry: await open(), type: 'text/html' })
    expect([status, problem.code]).toEqual([422, 'file_unreadable'])
  })
})

test('a case has 20 MB of files: a further one is refused, and of two at once that pass the limit together one', async () => {
  const entry = await open()
  const large = pdfOf(5_242_880)
  const type = 'application/pdf'
  for (let count = 0; count < 3; count++) {
    expect((await attach(bank.alice, large, { entry, type })).status).toBe(204)
  }
  const later = await entryOf(bank.alice, entry, 'replyToSupport')
  const both = [pdfOf(3_000_000), pdfOf(3_000_000)]
  const replies = await Promise.all(both.map((bytes) => attach(bank.alice, bytes, { entry: later, type })))
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(replies.find(({ status }) => status === 409)!.problem.detail).toBe(
    'A message can have at most 50 files, which have 20 MB together',
  )
  const sizes = (await filesOf(entry)).map(({ size }) => size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 * 5_242_880 + 3_000_000)
})

test('a file is read by the customer of its case and by elevated staff who may read messages, and by no one else', async () => {
  const [entry, id] = [await open(), randomUUID()]
  await attach(bank.alice, png, { entry, id })
  const carl = await bank.openAccount('Carl', { role: 'auditor' })
  const codes = async (...who: (Person | null)[]) =>
    Promise.all(who.map(async (one) => (await read(one, id)).problem?.code))
  expect(await codes(bank.alice, bank.clara)).toEqual([undefined, undefined])
  expect(await codes(null, bank.bruno, carl)).toEqual(['signed_out', ...Array(2).fill('file_not_found')])
  await bank.elevate(carl)
  expect(await codes(carl)).toEqual([undefined])
  await bank.bank.db.query(`update users set role = 'customer' where id = $1`, [carl.userId])
  expect(await codes(carl)).toEqual(['file_not_found'])
})

test.each(['customer', 'support'] as const)(
  'a customer with the role %s reads the file of an answer, and not that of a note',
  async (role) => {
    const who = await bank.openAccount(`Reader${role}`, { role })
    if (role !== 'customer') await bank.elevate(who)
    const opened = await open(who)
    const [ofAnswer, ofNote] = [randomUUID(), randomUUID()]
    const answered = await entryOf(bank.clara, opened, 'answerCase')
    const noted = await entryOf(bank.clara, opened, 'writeCaseNote')
    const type = 'application/pdf'
    expect((await attachAsStaff(bank.clara, pdf, { entry: answered, id: ofAnswer, type })).status).toBe(204)
    expect((await attachAsStaff(bank.clara, png, { entry: noted, id: ofNote })).status).toBe(204)
    expect((await read(who, ofAnswer)).status).toBe(200)
    expect((await read(who, ofNote)).problem.code).toBe('file_not_found')
    expect((await read(bank.clara, ofNote)).status).toBe(200)
    const own = (await bank.call(who, endpoints.listOwnCases)).answer.cases.find(({ id }) => id === opened)!
    expect(own.entries.flatMap(({ files }) => files.map(({ id }) => id))).toEqual([ofAnswer])
    const added = await auditEventsAbout(bank, opened, 'support_message_file_added')
    expect(added.map(({ details }) => details.entryId)).toEqual([answered, noted])
  },
)

test('a file is added by the author of its entry alone, for an hour, and not to an answer that is mailed only', async () => {
  const entry = await open()
  const answered = await entryOf(bank.clara, entry, 'answerCase')
  const unknown = 'support_message_not_found'
  expect((await attach(bank.bruno, png, { entry })).problem.code).toBe(unknown)
  expect((await attach(bank.alice, png, { entry: answered })).problem.code).toBe(unknown)
  expect((await attach(bank.clara, png, { entry: answered })).problem.code).toBe(unknown)
  expect((await attachAsStaff(bank.clara, png, { entry })).problem.code).toBe(unknown)
  expect((await attachAsStaff(bank.alice, png, { entry })).problem.code).toBe('forbidden')
  bank.clock.pass(61)
  bank.alice.cookies.clear()
  await bank.elevate(bank.clara)
  expect((await attach(bank.alice, png, { entry })).problem.code).toBe('case_entry_too_old')
  const ofVisitor = await entryOf(bank.clara, await open(null), 'answerCase')
  expect((await attachAsStaff(bank.clara, png, { entry: ofVisitor })).problem.code).toBe('case_files_unread')
})
