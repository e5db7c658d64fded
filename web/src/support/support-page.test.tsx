import { act, fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { SupportPage } from './support-page.tsx'

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
  answer({ reference: '0198c0de-0000-7000-8000-00000000f00d' })
  expect(await screen.findByRole('heading', { name: 'We have your message' })).toBeDefined()
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
