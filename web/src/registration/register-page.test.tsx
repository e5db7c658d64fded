import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { typed } from '../../test/registration-form.ts'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { dropDrafts, keepDraft } from '../sessions/kept-drafts.ts'
import { RegisterPage } from './register-page.tsx'

afterEach(() => {
  dropDrafts()
})

// The select of happy-dom does not take the default values of a form.
const chosen = { Gender: 'female', 'Employment status': 'employed', Country: 'Canada' }

async function register(answer: () => unknown) {
  const bank = stubbedBank({
    'GET /api/countries': () => [{ name: 'Canada' }],
    'POST /api/registrations': answer,
  })
  vi.stubGlobal('fetch', bank.fetch)
  keepDraft('registration', undefined, typed)
  visit('/register', <RegisterPage />)
  await screen.findByRole('option', { name: 'Canada' })
  for (const [label, text] of Object.entries(chosen)) type(label, text)
  type('Password', 'correct horse')
  type('Transaction PIN', '4821')
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(bank.requestsTo('POST /api/registrations')).toHaveLength(1)
}

test('after a refusal the page says that no account was opened', async () => {
  await register(() => refused('busy'))
  expect(screen.getByRole('alert').textContent).toMatch(/^Your account was not opened/)
})

test('after a lost or unknown answer the page says that the account may be open', async () => {
  await register(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(screen.getByRole('alert').textContent).toMatch(/your account may be open already/)
  cleanup()
  await register(() => refused('outcome_unknown'))
  expect(screen.getByRole('alert').textContent).toMatch(/your account may be open already/)
})

function type(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}
