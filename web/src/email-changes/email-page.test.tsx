import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, sessionOf, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { EmailPage } from './email-page.tsx'

const bank = vi.hoisted(() => ({ bankName: 'Truepenny', demo: false, mail: true }))
vi.mock('../public-config.ts', () => ({ publicConfig: bank }))
afterEach(() => void Object.assign(bank, { demo: false, mail: true }))

const email = { email: alice().email, isConfirmed: true, pending: null }
const useLink = 'PUT /api/me/email/confirmation'
const nothing = () => new Response(null, { status: 204 })

function open(path: string, answers: Parameters<typeof stubbedBank>[0] = {}, isEmailUnconfirmed = false) {
  const session = sessionOf(alice())
  const known = { session: { ...session, user: { ...session.user, isEmailUnconfirmed } } }
  const stub = stubbedBank({
    'GET /api/sessions/current': () => known,
    'GET /api/me/email': () => email,
    ...answers,
  })
  vi.stubGlobal('fetch', stub.fetch)
  const { client } = visit(path, <EmailPage />, path, alice())
  client.setQueryData(['session'], known)
  return stub
}

describe('the link that confirms the email', () => {
  test('the opened link confirms the email without another press, and its token leaves the URL', async () => {
    const stub = open('/email#the-token', { [useLink]: () => ({ isNew: true }) })
    expect(await screen.findByText('Your email address is confirmed.')).toBeTruthy()
    expect(stub.requestsTo(useLink).map(({ body }) => body)).toEqual([{ token: 'the-token' }])
  })

  test('a link that was used before says that the email is already confirmed', async () => {
    open('/email#the-token', { [useLink]: () => ({ isNew: false }) })
    expect(await screen.findByText('Your email address is already confirmed.')).toBeTruthy()
  })

  test('an expired link offers to send another one', async () => {
    const again = 'POST /api/me/email/confirmation-links'
    const answers = { [useLink]: () => refused('email_link_expired'), [again]: nothing }
    const stub = open('/email#the-token', answers, true)
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired')
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText(/We’ve sent another link/)).toBeTruthy()
    expect(stub.requestsTo(again)).toHaveLength(1)
  })

  test('a link of another account says what to do, and offers to log out', async () => {
    open('/email#the-token', { [useLink]: () => refused('email_link_of_other_user') })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'log in to that account and open the link',
    )
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  })
})

describe('the change of the email', () => {
  test('a usual slip is asked about once the field is left, and corrected with one press', async () => {
    open('/email')
    const field = await screen.findByLabelText('New email')
    await userEvent.type(field, 'max@gmial.com')
    expect(screen.queryByText(/Did you mean/)).toBeNull()
    await userEvent.tab()
    await userEvent.click(await screen.findByRole('button', { name: 'max@gmail.com' }))
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('max@gmail.com'))
    expect(screen.queryByText(/Did you mean/)).toBeNull()
  })

  test('a pending change asks for the code, and another address can be entered instead', async () => {
    const pending = { email: 'max@gmail.com', expiresAt: '2026-11-24T14:07:00.000Z' }
    open('/email', { 'GET /api/me/email': () => ({ ...email, pending }) })
    await userEvent.type(await screen.findByLabelText('Code'), '12345')
    await userEvent.click(screen.getByRole('button', { name: 'Change email' }))
    expect(await screen.findByText('Enter the 6 digits from the email')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /Use another address/ }))
    expect(screen.getByLabelText('New email')).toBeTruthy()
  })

  test('while mail is off nothing is demanded, and the page leads to support', async () => {
    bank.mail = false
    open('/email', {}, true)
    expect(await screen.findByText(/This bank sends no email/)).toBeTruthy()
    expect(screen.queryByText(/not confirmed yet/)).toBeNull()
    expect(screen.queryByLabelText('New email')).toBeNull()
  })
})
