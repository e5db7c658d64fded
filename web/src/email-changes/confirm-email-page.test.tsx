import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { ConfirmEmailPage } from './confirm-email-page.tsx'

const use = 'POST /api/email-changes/uses'
const confirm = () => screen.getByRole('button', { name: 'Confirm this email address' })

describe('the link to a new email address', () => {
  test('the opened link confirms nothing, and its token leaves the URL at once', async () => {
    const bank = open('/confirm-email#the-token')
    expect(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeDefined()
    expect((await screen.findByTestId('hash')).textContent).toBe('')
    expect(confirm()).toBeDefined()
    expect(bank.requests).toEqual([])
  })

  test('the button confirms the email, names it and leads to the login', async () => {
    const bank = open('/confirm-email#the-token', { [use]: () => ({ email: 'max@new.example' }) })
    await userEvent.click(confirm())
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeDefined()
    expect(screen.getByText(/has been logged out/).textContent).toContain('Log in with max@new.example and')
    expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/')
    expect(bank.requestsTo(use).map(({ body }) => body)).toEqual([{ token: 'the-token' }])
  })

  for (const [what, code, sentence] of [
    ['that was used or is too old', 'email_link_invalid', 'This link has expired or has already been used'],
    ['to an address that has an account by now', 'email_taken', 'An account with this email already exists'],
  ] as const) {
    test(`a link ${what} says what to do`, async () => {
      open('/confirm-email#the-token', { [use]: () => refused(code) })
      await userEvent.click(confirm())
      expect((await screen.findByRole('alert')).textContent).toContain(sentence)
      expect(screen.getByRole('heading', { name: 'This address was not confirmed' })).toBeDefined()
      const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
      expect(links).toEqual(['/support', '/'])
      expect(screen.queryByRole('button', { name: 'Confirm this email address' })).toBeNull()
    })
  }

  test('the link can be used again when the bank did not answer', async () => {
    open('/confirm-email#the-token', { [use]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await userEvent.click(confirm())
    expect((await screen.findByRole('alert')).textContent).toContain('The bank can’t be reached')
    expect(confirm()).toBeDefined()
  })
})

test('the page without a token says where the link is', () => {
  open('/confirm-email')
  expect(screen.getByText(/open the link in the email/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm this email address' })).toBeNull()
})

function open(path: string, answers: Parameters<typeof stubbedBank>[0] = {}) {
  const bank = stubbedBank(answers)
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    path,
    <>
      <ConfirmEmailPage />
      <Hash />
      <Toaster />
    </>,
  )
  return bank
}

function Hash() {
  return <p data-testid="hash">{useLocation().hash}</p>
}
