import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { publicConfig } from '../public-config.ts'
import { SupportPage } from './support-page.tsx'

const messageId = '0198c0de-0000-7000-8000-00000000f00d'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

test('a support message with a slow answer is sent once, says that it is still sending, and can be edited', async () => {
  let answer = (_: unknown) => {}
  const sending = 'POST /api/support-messages'
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session: null }),
    [sending]: () => new Promise((resolve) => (answer = resolve)),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/support', <SupportPage />)
  type('Email', 'erik@example.com')
  type('Subject', 'My card')
  type('Message', 'It is gone.')
  press('Send message')
  await screen.findByRole('button', { name: 'Sending…' })
  await pass(8_000)
  press('Still working…')
  expect(screen.getByRole('status').textContent).toBe('Still working…')
  type('Message', 'It is gone, since yesterday.')
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('It is gone, since yesterday.')
  await pass(12_000)
  expect(bank.requestsTo(sending)).toHaveLength(1)
  answer({
    id: messageId,
    reference: '0000F00D',
    dueAt: '2026-03-09T23:59:59.999Z',
  })
  expect(await screen.findByRole('heading', { name: 'We have your message' })).toBeDefined()
  expect(screen.getByText('March 9, 2026')).toBeDefined()
})

test('a support message whose answer was lost is sent again under its id, and one that was changed meanwhile is a further one', async () => {
  const answers = [
    () => {
      throw new TypeError('connection lost')
    },
    () => refused('id_reused'),
    () => refused('busy'),
  ]
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session: null }),
    'POST /api/support-messages': () => answers.shift()?.(),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/support', <SupportPage />)
  const sent = () => bank.requestsTo('POST /api/support-messages').map(({ body }) => body.messageId)
  type('Email', 'erik@example.com')
  type('Subject', 'My card')
  type('Message', 'It is gone.')
  press('Send message')
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  type('Message', 'It is gone, since yesterday.')
  press((await screen.findByRole('button', { name: 'Send message' })).textContent)
  expect(await screen.findByText(/as it was before you changed it/)).toBeDefined()
  press('Send message')
  expect(await screen.findByText('The bank is busy. Try again in a moment')).toBeDefined()
  const [first, second, third] = sent()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('where mail is off, help promises an answer here to a customer, none to a visitor, and none where the message was dealt with', async () => {
  vi.spyOn(publicConfig, 'mail', 'get').mockReturnValue(false)
  const dueAt = '2026-03-09T23:59:59.999Z'
  for (const [user, promise, due] of [
    [alice(), /^We’ll reply here by/, dueAt],
    [alice(), /^We have already dealt with this message\./, null],
    [undefined, /This bank sends no email/, dueAt],
  ] as const) {
    const answer = { id: messageId, reference: '0000F00D', dueAt: due }
    const bank = stubbedBank({
      'GET /api/sessions/current': () => ({ session: null }),
      'POST /api/support-messages': () => answer,
    })
    vi.stubGlobal('fetch', bank.fetch)
    visit('/support', <SupportPage />, '/support', user)
    type('Email', 'erik@example.com')
    type('Subject', 'My card')
    type('Message', 'It is gone.')
    expect(screen.queryByText('We’ll reply here')).toBeNull()
    press('Send message')
    await screen.findByRole('heading', { name: 'We have your message' })
    expect(screen.getByText(promise).textContent).not.toContain('by email by')
    cleanup()
  }
})

test('help begins with the freeze of payments, answers five questions, and tells customers nothing of activation', () => {
  vi.stubGlobal('fetch', stubbedBank({}).fetch)
  visit('/support', <SupportPage />, '/support', alice())
  const freeze = screen.getByRole('link', { name: 'Freeze payments now' })
  expect(freeze.getAttribute('href')).toBe('/limits')
  const form = screen.getByLabelText('Message')
  expect(freeze.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect([...document.querySelectorAll('summary')].map(({ textContent }) => textContent)).toEqual([
    'I forgot my PIN, or it is locked',
    'Why is my transfer pending?',
    'I paid the wrong person',
    'How much can I send?',
    'Where is my statement?',
  ])
  expect(screen.queryByText(/within 24 hours/)).toBeNull()
})

test('help tells visitors when a new account is activated', async () => {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }) }).fetch)
  visit('/support', <SupportPage />)
  expect(await screen.findByText(/activated within 24 hours of registration/)).toBeDefined()
})

test('a support message is about the transaction in the URL, or about none', async () => {
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session: null }),
    'POST /api/support-messages': () => refused('busy'),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const id = '0198c0de-0000-4000-8000-0000000e51c0'
  visit(
    `/support?tx=${id}`,
    <>
      <SupportPage />
      <Link to="/support">Help</Link>
    </>,
  )
  const sent = async () => {
    type('Email', 'erik@example.com')
    type('Subject', 'My card')
    type('Message', 'It is gone.')
    press('Send message')
    await screen.findByText('The bank is busy. Try again in a moment')
    return bank.requestsTo('POST /api/support-messages').at(-1)?.body.transactionId
  }
  expect(screen.getByText(id)).toBeDefined()
  expect(await sent()).toBe(id)
  fireEvent.click(screen.getByRole('link', { name: 'Help' }))
  expect(screen.queryByText(id)).toBeNull()
  expect(await sent()).toBeUndefined()
})

function type(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

function pass(milliseconds: number): Promise<void> {
  return act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
}

test('a customer reads the answer to a message, and replies with a picture', async () => {
  const id = '0198c0de-0000-7000-8000-00000000abcd'
  const one = {
    id,
    reference: '0000ABCD',
    kind: 'question',
    state: 'waiting',
    isTaken: true,
    subject: 'My card',
    transactionId: null,
    createdAt: '2026-03-07T14:15:00.000Z',
    entries: [
      { id, side: 'customer', text: 'It is lost.', at: '2026-03-07T14:15:00.000Z', files: [] },
      {
        id: id.replace('abcd', 'abce'),
        side: 'bank',
        text: 'Blocked.',
        at: '2026-03-07T15:15:00.000Z',
        files: [],
      },
    ],
  }
  const written = { id: messageId, side: 'bank', text: 'It never came.', at: one.createdAt, files: [] }
  const dispute = { ...one, id: messageId, kind: 'dispute', subject: 'Dispute of $1.00', entries: [written] }
  const attached: string[] = []
  const replying = `POST /api/support-messages/${id}/entries`
  const bank = stubbedBank({
    'GET /api/support-messages': () => ({ cases: [one, dispute] }),
    [replying]: () => new Response(null, { status: 204 }),
    'PUT /api/support-files/:id': ({ query }) => {
      attached.push(`${query.get('entry')} ${query.get('name')}`)
      return new Response(null, { status: 204 })
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/support', <SupportPage />, '/support', alice())
  const summary = (await screen.findByText('My card')).closest('summary')!
  expect(summary.textContent).toMatch(/, Answered$/)
  const ofDispute = screen.getByText('Dispute of $1.00').closest('details')!
  expect(ofDispute.textContent).toContain('Written by us for you, ')
  const details = summary.closest('details')!
  details.open = true
  fireEvent(details, new Event('toggle'))
  fireEvent.change(await screen.findByLabelText('Reply'), { target: { value: 'Thank you.' } })
  const picture = new File(['png'], 'card.png', { type: 'image/png' })
  fireEvent.change(details.querySelector('input[type=file]')!, { target: { files: [picture] } })
  press('Send reply')
  await vi.waitFor(() => expect(attached).toHaveLength(1))
  const { entryId, text } = bank.requestsTo(replying)[0]!.body
  expect([text, attached]).toEqual(['Thank you.', [`${entryId} card.png`]])
})
