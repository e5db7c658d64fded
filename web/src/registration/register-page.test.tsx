import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('a common password is refused on its field when the field is left, and accepted once it is another', async () => {
  open()
  const password = await screen.findByLabelText('Password')
  const user = userEvent.setup()
  await user.type(password, 'password123')
  expect(screen.queryByText('This password is too common')).toBeNull()
  await user.tab()
  expect(await screen.findByText('This password is too common')).toBeDefined()
  // The progress does not count it as done, and no summary is shown before the form is sent.
  expect(screen.getAllByText('1 field to correct')).toHaveLength(2)
  expect(screen.queryByText(/There is a problem/)).toBeNull()
  await user.type(password, ' or a longer one')
  await waitFor(() => expect(screen.queryByText('This password is too common')).toBeNull())
})

test('a zip code that the country cannot have is warned of when it is left, and blocks nothing', async () => {
  open()
  await screen.findByRole('option', { name: 'Germany' })
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText('Country'), 'Germany')
  await user.type(screen.getByLabelText('Zip code'), 'ABC')
  expect(screen.queryByText('Zip codes in Germany have 5 digits')).toBeNull()
  await user.tab()
  expect(await screen.findByText('Zip codes in Germany have 5 digits')).toBeDefined()
  expect(screen.getByLabelText('Zip code').getAttribute('aria-invalid')).toBeNull()
})

test('the bank’s name and the own e-mail are too common as a password', async () => {
  keepDraft('registration', undefined, typed)
  open()
  const user = userEvent.setup()
  const password = await screen.findByLabelText('Password')
  for (const common of ['TruePenny', 'dora@example.com']) {
    await user.clear(password)
    await user.type(password, common)
    await user.tab()
    expect(await screen.findByText('This password is too common')).toBeDefined()
  }
})

test('a person below the bank’s age is told so on the field before anything is sent', async () => {
  vi.useFakeTimers({ now: new Date('2026-02-28T12:00:00.000Z'), toFake: ['Date'] })
  const bank = open()
  await screen.findByLabelText('Date of birth')
  // A person born on February 29 turns 18 on March 1.
  type('Date of birth', '2008-02-29')
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('You must be at least 18 to open an account')).toBeDefined()
  vi.setSystemTime('2026-03-01T00:00:00.000Z')
  type('Date of birth', '2008-02-29')
  type('Date of birth', '2008-03-01')
  await waitFor(() => expect(screen.queryByText(/You must be at least/)).toBeNull())
  expect(bank.requestsTo('POST /api/registrations')).toEqual([])
})

describe('the steps of the registration on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    vi.stubGlobal('scrollTo', () => {})
  })

  test('a step leads on once its fields are right, and Back keeps them', async () => {
    open()
    const user = userEvent.setup()
    await screen.findByText('Step 1 of 3')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Name is required')).toBeDefined()
    expect(screen.queryByText('Country is required')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    fillFirstStep()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Step 2 of 3')).toBeDefined()
    expect(shownSteps()).toEqual(['2'])
    expect(document.activeElement?.textContent).toBe('2 Contact and address')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByText('Step 1 of 3')).toBeDefined()
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Dora Lind')
  })

  test('Enter in a field goes on to the next step and sends nothing', async () => {
    const bank = open()
    await screen.findByText('Step 1 of 3')
    fillFirstStep()
    await userEvent.setup().type(screen.getByLabelText('Name'), '{Enter}')
    expect(await screen.findByText('Step 2 of 3')).toBeDefined()
    expect(bank.requestsTo('POST /api/registrations')).toEqual([])
  })

  test('the summary of a refused registration leads to the step of the wrong field, where a taken email leads to the account that has it', async () => {
    keepDraft('registration', undefined, typed)
    open('/register', () => refused('email_taken'))
    await screen.findByRole('option', { name: 'Canada' })
    for (const [label, text] of Object.entries(chosen)) type(label, text)
    for (const step of ['Step 2 of 3', 'Step 3 of 3']) {
      fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
      await screen.findByText(step)
    }
    type('Password', 'correct horse')
    type('Transaction PIN', '4821')
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await userEvent.setup().click(await screen.findByRole('link', { name: 'Email' }))
    expect(await screen.findByText('Step 2 of 3')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
    const ways = within(screen.getByText(/Is it yours/)).getAllByRole('link')
    expect(ways.map((link) => link.getAttribute('href'))).toEqual(['/', '/reset-password'])
  })

  test('a registration that is opened at a later step without its earlier fields starts again', async () => {
    open('/register?step=3')
    expect(await screen.findByText('Step 1 of 3')).toBeDefined()
  })
})

function open(path = '/register', answer: () => unknown = () => new Promise(() => {})) {
  const bank = stubbedBank({
    'GET /api/countries': () => [{ name: 'Canada' }, { name: 'Germany', isoCode: 'DE' }],
    'POST /api/registrations': answer,
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/register', <RegisterPage />, path)
  return bank
}

function fillFirstStep(): void {
  type('Name', typed.name)
  type('Date of birth', typed.dob)
  type('Gender', chosen.Gender)
  type('Employment status', chosen['Employment status'])
}

/** The steps that a phone shows. */
function shownSteps(): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('fieldset[data-step]')]
    .filter(({ classList }) => !classList.contains('in-steps:hidden'))
    .map(({ dataset }) => dataset.step)
}

function type(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}
