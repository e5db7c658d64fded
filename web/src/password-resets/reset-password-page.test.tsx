import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

afterEach(() => {
  bank.mail = true
})

const bank = vi.hoisted(() => ({ bankName: 'Truepenny', demo: false, mail: true }))
vi.mock('../public-config.ts', () => ({ publicConfig: bank }))

const nothing = () => new Response(null, { status: 204 })

function open(path: string, answers: Parameters<typeof stubbedBank>[0]) {
  const stub = stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }), ...answers })
  vi.stubGlobal('fetch', stub.fetch)
  const page = visit(
    path,
    <>
      <ResetPasswordPage />
      <Toaster />
    </>,
  )
  return { ...stub, ...page, user: userEvent.setup() }
}

async function choose({ user }: ReturnType<typeof open>, first: string, second = first) {
  await user.clear(screen.getByLabelText('New password'))
  await user.type(screen.getByLabelText('New password'), first)
  await user.clear(screen.getByLabelText('Confirm password'))
  await user.type(screen.getByLabelText('Confirm password'), second)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

describe('a forgotten password', () => {
  test('a request for a link does not reveal whether the bank knows the email', async () => {
    const page = open('/reset-password', { 'POST /api/password-resets': nothing })
    await page.user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
    await page.user.type(screen.getByLabelText('Email'), 'Dora@example.com{Enter}')
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
    expect(screen.getByText(/If there is an account with/).textContent).toContain('dora@example.com')
    expect(page.requestsTo('POST /api/password-resets').map(({ body }) => body)).toEqual([
      { email: 'dora@example.com' },
    ])
  })

  test('a bank that sends no email says so, and does not say that a link is on its way', async () => {
    bank.mail = false
    const page = open('/reset-password', { 'POST /api/password-resets': nothing })
    await page.user.type(screen.getByLabelText('Email'), 'dora@example.com{Enter}')
    expect(await screen.findByRole('heading', { name: 'This bank sends no email' })).toBeTruthy()
    expect(screen.queryByText(/on its way/)).toBeNull()
  })

  test('a refused request says when to ask again', async () => {
    const page = open('/reset-password', {
      'POST /api/password-resets': () => refused('too_many_attempts', { minutes: 42 }),
    })
    await page.user.type(screen.getByLabelText('Email'), 'dora@example.com{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in 42 minutes')
  })
})

describe('the link', () => {
  test('the link leads to a form for the new password, which says that other devices are signed out', async () => {
    const page = open('/reset-password#the-token', { 'POST /api/password-resets/uses': nothing })
    expect(screen.getByRole('heading', { name: 'Choose a new password' })).toBeTruthy()
    await choose(page, 'tide and timber', 'tide and lumber')
    expect(await screen.findByText('Passwords do not match')).toBeTruthy()
    expect(page.requestsTo('POST /api/password-resets/uses')).toEqual([])
    await choose(page, 'tide and timber')
    expect(await screen.findByRole('heading', { name: 'Your password has been changed' })).toBeTruthy()
    expect(screen.getByText(/has been logged out/)).toBeTruthy()
    expect(await screen.findByText('Password changed successfully')).toBeTruthy()
    expect(page.requestsTo('POST /api/password-resets/uses').map(({ body }) => body)).toEqual([
      { token: 'the-token', new_password: 'tide and timber', confirm_password: 'tide and timber' },
    ])
  })

  test('a used link leads to the request for a new one', async () => {
    const page = open('/reset-password#the-token', {
      'POST /api/password-resets/uses': () => refused('reset_link_invalid'),
    })
    await choose(page, 'tide and timber')
    expect((await screen.findByRole('alert')).textContent).toContain('has expired or has already been used')
    await page.user.click(screen.getByRole('button', { name: 'Send me a new link' }))
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy()
  })

  test('a link whose new password was refused can be used for another one', async () => {
    const page = open('/reset-password#the-token', {
      'POST /api/password-resets/uses': () => {
        const errors = [{ pointer: '/new_password', detail: 'This password is too common' }]
        return Response.json(
          { status: 422, code: 'password_too_common', detail: 'This password is too common', errors },
          { status: 422, headers: { 'content-type': 'application/problem+json' } },
        )
      },
    })
    await choose(page, 'password123')
    expect((await screen.findAllByText('This password is too common')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('New password')).toBe(document.activeElement)
  })
})
