import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { openStubServer, type StubServer } from '../../test/stub-server.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { inTransaction } from '../postgres/transaction.ts'
import type { Deliver } from './delivery.ts'
import { contactOf, drawLetter } from './draw-letter.ts'
import { pinSetMail, supportMail } from './letters.ts'
import { openDelivery } from './open-delivery.ts'
import { type Mail, queueMail } from './outgoing-mail.ts'
import { openProvider } from './provider.ts'
import { type MailSender, sendMail, waitAfter } from './send-mail.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const at = (minutes: number) => new Date(noon + minutes * 60_000)
const from = { name: 'First Penny', email: 'bank@bank.example' }
const hello = pinSetMail('First Penny', { name: 'Dora <b>"&"</b>', email: 'dora@example.com' })
const frame = {
  bankName: 'First Penny',
  bankAddress: '1 Penny Lane',
  address: 'https://bank.example',
  contact: contactOf('https://bank.example', undefined),
}
const drawn = drawLetter(hello, frame, undefined)

let database: TestDatabase
let smtp: MailServer
let provider: StubServer
let warnings: unknown[]
beforeEach(async () => {
  database = await openTestDatabase()
  smtp = await openMailServer()
  provider = await openStubServer()
  warnings = []
})
afterEach(async () => {
  await smtp.close()
  await provider.close()
  await database.close()
})

function queue(mail: Mail = hello, minutes = 0) {
  return inTransaction(database.db, (connection) => queueMail(connection, mail, at(minutes)))
}

function send(deliver: Deliver, minutes = 0, sender: Partial<MailSender> = {}) {
  return sendMail(
    {
      db: database.db,
      deliver,
      secretOf: async ({ passwordResetId: id }) =>
        id === null ? undefined : { link: `https://bank.example/reset-password#token-of-${id}` },
      frameFor: (recipient) => (recipient === 'help@bank.example' ? { ...frame, contact: undefined } : frame),
      warn: (facts) => warnings.push(facts),
      random: () => 0.5,
      ...sender,
    },
    at(minutes),
  )
}

const bySmtp = () => openDelivery({ by: 'smtp', sender: from, url: smtp.url })!
const byProvider = (path = '/v1/send') =>
  openDelivery({ by: 'api', sender: from, url: provider.origin + path, key: 'the-secret-key' })!

async function outbox() {
  const { rows } = await database.db.query(
    'select id, attempts, next_try_at, sent_at, given_up_at, last_fault from outgoing_mail order by id',
  )
  return rows
}

describe('a mail by SMTP', () => {
  test('a mail by SMTP arrives once, from the bank, with the customer’s name unchanged', async () => {
    await queue()
    expect(await send(bySmtp())).toBe(1)
    expect(await send(bySmtp(), 60)).toBe(0)
    const [row] = await outbox()
    expect(row).toMatchObject({ sent_at: at(0), last_fault: null, attempts: 1 })
    expect(smtp.mails).toHaveLength(1)
    const [mail] = smtp.mails
    expect(mail).toMatchObject({
      subject: 'Your First Penny PIN was set',
      from: { name: 'First Penny', address: 'bank@bank.example' },
      to: [{ address: 'dora@example.com' }],
      messageId: `<${row.id}@bank.example>`,
    })
    expect(mail!.html).toContain('Dear Dora &lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;,')
    expect(mail!.text).toContain('Dear Dora <b>"&"</b>,\n\nA transaction PIN was set for your account.')
  })

  test('a mail ends with the way to contact the bank, except a mail to the bank itself', async () => {
    await queue()
    const message = { reference: 'S-1', email: 'dora@example.com', subject: 'A question', message: 'Hello' }
    await queue(supportMail('help@bank.example', message))
    await send(bySmtp())
    const textTo = (address: string) =>
      smtp.mails.find(({ to }) => to?.[0]?.address === address)?.text?.trimEnd()
    expect(textTo('dora@example.com')).toMatch(/Contact us: https:\/\/bank\.example\/support$/)
    expect(textTo('help@bank.example')).toMatch(/Hello\n\nFirst Penny, 1 Penny Lane$/)
    expect(contactOf('https://bank.example', 'help@bank.example')).toEqual({
      shown: 'help@bank.example',
      link: 'mailto:help@bank.example',
    })
  })

  test('a mail to an unknown recipient is given up at once, with a warning', async () => {
    await queue()
    smtp.answer({ code: 550, text: 'No such person' })
    await send(bySmtp())
    expect(await outbox()).toMatchObject([{ given_up_at: at(0), last_fault: '550 No such person' }])
    expect(warnings).toEqual([{ mailId: expect.any(String), attempts: 1 }])
    expect(JSON.stringify(warnings)).not.toContain('dora')
  })

  test('a mail to a full mailbox is retried later', async () => {
    await queue()
    smtp.answer({ code: 452, text: 'Try again' })
    await send(bySmtp())
    expect(await outbox()).toMatchObject([{ sent_at: null, given_up_at: null, next_try_at: at(0.5) }])
    smtp.answer(undefined)
    expect(await send(bySmtp(), 0.4)).toBe(0)
    await send(bySmtp(), 0.5)
    expect(smtp.mails).toHaveLength(1)
  })

  test('a mail to an SMTP server that does not answer is retried', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    await queue()
    await send(
      openDelivery({ by: 'smtp', sender: from, url: `smtp://127.0.0.1:${port}?greetingTimeout=50` })!,
    )
    silent.close()
    expect(await outbox()).toMatchObject([
      { sent_at: null, given_up_at: null, last_fault: 'Greeting never received' },
    ])
  })
})

describe('a mail server on another machine that offers no TLS', () => {
  // For the bank this is another machine's address; the system routes it to this one.
  const remote = (options = '') =>
    openDelivery({ by: 'smtp', sender: from, url: `${smtp.url.replace('127.0.0.1', '0.0.0.0')}${options}` })!

  test('a mail server without TLS on another machine gets no mail', async () => {
    await queue()
    await send(remote())
    expect(smtp.mails).toHaveLength(0)
    expect((await outbox())[0]).toMatchObject({ sent_at: null, given_up_at: null })
  })

  test('a mail server without TLS gets mail when its address says requireTLS=false', async () => {
    await queue()
    await send(remote('?requireTLS=false'))
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('a mail by the provider', () => {
  test('a mail by the provider is the specified request, at /send', async () => {
    await queue()
    await send(byProvider('/v1'))
    const [row] = await outbox()
    expect(row.sent_at).toEqual(at(0))
    const [asked] = provider.asked
    expect(asked).toMatchObject({ method: 'POST', path: '/v1/send' })
    expect(asked!.headers).toMatchObject({
      authorization: 'Bearer the-secret-key',
      'content-type': 'application/json',
      'idempotency-key': row.id,
    })
    expect(JSON.parse(asked!.body.toString())).toEqual({
      subject: 'Your First Penny PIN was set',
      message: drawn.html,
      sender: { name: 'First Penny', email: 'bank@bank.example' },
      recipients: ['dora@example.com'],
    })
  })

  test('a mail that the provider refuses is an error with its answer and status 400', async () => {
    provider.answer((response) =>
      response.writeHead(500).end('{"message":"no credit left for the-secret-key"}'),
    )
    const mail = { ...hello, ...drawn, id: 'some-id' }
    expect(await byProvider()(mail)).toEqual({
      status: 400,
      error: '{"message":"no credit left for …"}',
    })
    provider.answer((response) => void response.writeHead(302, { location: '/elsewhere' }).end())
    expect(await byProvider()(mail)).toMatchObject({ status: 400 })
    expect(provider.asked.map(({ path }) => path)).toEqual(['/v1/send', '/v1/send'])
    provider.answer((response) => void response.destroy())
    expect(await byProvider()(mail)).toMatchObject({ status: 400, error: expect.stringMatching(/\w/) })
  })

  test('a mail that the provider accepts without an answer is retried', async () => {
    provider.answer(() => {})
    await queue()
    await send(openProvider({ by: 'api', sender: from, url: provider.origin, key: 'k' }, 50))
    expect(await outbox()).toMatchObject([
      { sent_at: null, given_up_at: null, last_fault: 'no answer within 0.05 seconds' },
    ])
  })

  test('a mail queued while the provider is unavailable arrives once when it is back', async () => {
    const { origin } = provider
    const deliver = byProvider()
    await queue()
    await provider.close()
    await send(deliver)
    expect(await outbox()).toMatchObject([
      { sent_at: null, last_fault: expect.stringContaining('ECONNREFUSED') },
    ])
    provider = await openStubServer()
    const back = openDelivery({ by: 'api', sender: from, url: `${provider.origin}/send`, key: 'k' })!
    await send(back, 1)
    await send(back, 600)
    expect([provider.asked.length, origin === provider.origin]).toEqual([1, false])
  })

  test('retries wait longer each time, with jitter, and end after four days', async () => {
    expect([1, 2, 3, 20].map((tries) => waitAfter(tries, () => 0.5) / 60_000)).toEqual([0.5, 1, 2, 240])
    expect([0, 1].map((random) => waitAfter(1, () => random) / 1_000)).toEqual([22.5, 37.5])
    provider.answer((response) => void response.writeHead(500).end('busy'))
    await queue()
    await send(byProvider())
    await send(byProvider(), 4 * 24 * 60 - 1)
    expect(await outbox()).toMatchObject([{ given_up_at: null, last_fault: 'busy', attempts: 2 }])
    await send(byProvider(), 4 * 24 * 60)
    await send(byProvider(), 4 * 24 * 60 + 400)
    expect(await outbox()).toMatchObject([{ given_up_at: at(4 * 24 * 60), last_fault: 'busy' }])
    expect(provider.asked).toHaveLength(2)
    expect(warnings).toHaveLength(1)
  })
})

describe('the outbox', () => {
  test('several processes that empty the outbox at once send each mail once', async () => {
    for (let count = 0; count < 25; count++) await queue({ ...hello, subject: `Mail ${count}` })
    while ((await Promise.all([1, 2, 3].map(() => send(byProvider())))).some((sent) => sent > 0));
    const subjects = provider.asked.map(({ body }) => JSON.parse(body.toString()).subject)
    expect([subjects.length, new Set(subjects).size]).toEqual([25, 25])
  })

  test('a mail whose process dies while sending is sent by another process a minute later', async () => {
    await queue()
    // It is claimed by a process that does not continue.
    void send(() => new Promise(() => {}))
    await waitUntil(async () => (await outbox())[0].attempts === 1)
    expect(await send(byProvider(), 0.5)).toBe(0)
    expect(await send(byProvider(), 1)).toBe(1)
    expect(await outbox()).toMatchObject([{ sent_at: at(1), attempts: 2 }])
  })

  test('a mail is marked as sent although the database was briefly unavailable', async () => {
    await queue()
    const { db } = database
    let isAway = false
    const query = (...asked: Parameters<typeof db.query>) => {
      if (!isAway) return db.query(...asked)
      isAway = false
      return Promise.reject(new Error('away'))
    }
    const deliver: Deliver = async (mail) => {
      isAway = true
      return byProvider()(mail)
    }
    await send(deliver, 0, { db: Object.assign(Object.create(db), { query }) })
    expect(await outbox()).toMatchObject([{ sent_at: at(0) }])
    expect(provider.asked).toHaveLength(1)
  })

  test('a process that returns too late does not change a mail that another one has claimed', async () => {
    await queue()
    let fail = () => {}
    const late = send(
      () =>
        new Promise((resolve) => {
          fail = () => resolve({ status: 400, error: 'too late' })
        }),
    )
    await waitUntil(async () => (await outbox())[0].attempts === 1)
    await send(byProvider(), 1)
    fail()
    await late
    expect(await outbox()).toMatchObject([{ sent_at: at(1), last_fault: null }])
  })

  test('the outbox has one mail for one reason', async () => {
    await queue({ ...hello, reason: 'posting 1' })
    await queue({ ...hello, reason: 'posting 1' })
    expect(await outbox()).toHaveLength(1)
  })

  test('a mail that waited for a day while mail was off is given up, and a younger one is sent', async () => {
    const day = 24 * 60
    await queue(hello, 0)
    await queue(hello, 2)
    await send(bySmtp(), day + 1)
    expect(smtp.mails).toHaveLength(1)
    const { rows } = await database.db.query(
      'select last_fault from outgoing_mail where given_up_at is not null',
    )
    expect(rows).toEqual([{ last_fault: 'It waited for more than a day while mail was off.' }])
  })

  test('an expired mail is not sent', async () => {
    await queue({ ...hello, expiresAt: at(15) })
    await send(byProvider(), 15)
    expect(await outbox()).toMatchObject([{ given_up_at: at(15), last_fault: 'It was too old to be sent.' }])
    expect(provider.asked).toEqual([])
  })
})
