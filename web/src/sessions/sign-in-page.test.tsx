import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { SignInPage } from './sign-in-page.tsx'

const challenge = 'C'.repeat(43)
const session = {
  user: {
    id: '0198c0de-0000-4000-8000-000000000001',
    name: 'Alice Moreno',
    email: 'alice@example.com',
    role: 'customer',
  },
  signedInAt: '2026-01-01T00:00:00.000Z',
  idleEndsAt: '2026-03-07T14:30:00.000Z',
  elevatedUntil: null,
  temporarySecrets: null,
}

function open(answers: Parameters<typeof stubbedBank>[0] = {}, minutes = 5) {
  const endsAt = () => new Date(Date.now() + minutes * 60_000).toISOString()
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({ session: null }),
    'POST /api/sessions': () => ({ secondStep: { challenge, endsAt: endsAt() } }),
    'POST /api/sessions/second-step': () => session,
    'POST /api/sessions/recovery': () => session,
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/',
    <>
      <SignInPage />
      <Toaster />
    </>,
  )
  const user = userEvent.setup()
  return {
    ...bank,
    user,
    async login() {
      await user.type(screen.getByLabelText('Email'), 'alice@example.com')
      await user.type(screen.getByLabelText('Password'), 'correct horse')
      await user.click(screen.getByRole('button', { name: 'Login' }))
    },
    async show(label: string, text: string) {
      await user.type(await screen.findByLabelText(label), text)
      await user.click(screen.getByRole('button', { name: 'Continue' }))
    },
  }
}

describe('without two-factor', () => {
  test('without two-factor the sign-in asks for email and password only', async () => {
    const page = open({ 'POST /api/sessions': () => session })
    await page.login()
    expect(await screen.findByText('Logged in successfully')).toBeDefined()
    expect(screen.queryByLabelText('Code')).toBeNull()
  })
})

test('an expired temporary password says where a new one is chosen', async () => {
  const page = open({ 'POST /api/sessions': () => refused('password_expired') })
  await page.login()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your temporary password has expired. Choose a new one with “Forgot your password?” below, or ask the bank for a reset link.',
  )
})

describe('with two-factor on', () => {
  test('with two-factor the code is asked for in the same card, and the greeting comes after it', async () => {
    const page = open()
    await page.login()
    const code = await screen.findByLabelText('Code')
    expect(document.activeElement).toBe(code)
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Enter your code')
    expect(screen.queryByText('Logged in successfully')).toBeNull()
    await page.show('Code', '123 456')
    expect(await screen.findByText('Logged in successfully')).toBeDefined()
    expect(page.requestsTo('POST /api/sessions/second-step')[0]?.body).toEqual({ challenge, code: '123456' })
  })

  test('a wrong code shows an error on its field, which is cleared', async () => {
    const page = open({ 'POST /api/sessions/second-step': () => refused('code_incorrect') })
    await page.login()
    await page.show('Code', '000000')
    expect(await screen.findByText(/This code is incorrect/, { selector: 'p *' })).toBeDefined()
    expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('')
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  })

  test('a recovery code can be used instead of a code', async () => {
    const page = open()
    await page.login()
    await page.user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
    await page.show('Recovery code', '7k2m-9qxd 4twb')
    expect(await screen.findByText('Logged in successfully')).toBeDefined()
    expect(page.requestsTo('POST /api/sessions/recovery')[0]?.body).toEqual({
      challenge,
      recovery_code: '7K2M9QXD4TWB',
    })
  })

  test('an ended sign-in starts again and says why', async () => {
    const page = open({ 'POST /api/sessions/second-step': () => refused('sign_in_ended') })
    await page.login()
    await page.show('Code', '123456')
    expect(await screen.findByText(/It took too long, or too many codes were wrong/)).toBeDefined()
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('alice@example.com')
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('')
  })

  test('an expired sign-in starts again by itself', async () => {
    const page = open({}, 0)
    await page.login()
    expect(await screen.findByText(/It took too long/)).toBeDefined()
    expect(screen.getByLabelText('Password')).toBeDefined()
  })

  test('too many wrong codes say how long to wait', async () => {
    const blocked = () => refused('too_many_attempts', { minutes: 15 })
    const page = open({ 'POST /api/sessions/second-step': blocked })
    await page.login()
    await page.show('Code', '123456')
    expect(await screen.findByText(/Wait 15 minutes/)).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Back to login' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome Back')
  })
})
