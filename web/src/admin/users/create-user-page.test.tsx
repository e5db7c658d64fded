import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { typed } from '../../../test/registration-form.ts'
import { clara, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { dropDrafts, keepDraft } from '../../sessions/kept-drafts.ts'
import { CreateUserPage } from './create-user-page.tsx'

afterEach(() => {
  dropDrafts()
})

async function create(answer: () => unknown) {
  keepDraft('create user', clara().id, {
    ...typed,
    country: 'Canada',
    pin: '4821',
    password: 'seven green boats',
  })
  const { fetch } = stubbedBank({ 'POST /api/admin/users': answer })
  vi.stubGlobal('fetch', fetch)
  visit('/admin/create-user', <CreateUserPage />)
  await userEvent.selectOptions(screen.getByLabelText('Gender'), 'Female')
  await userEvent.selectOptions(screen.getByLabelText('Employment status'), 'Employed')
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'Canada')
  await userEvent.click(screen.getByRole('button', { name: 'Create user' }))
}

test('after a refusal the page says that the user was not created', async () => {
  await create(() => refused('busy'))
  expect(await screen.findByText(/^The user was not created\./)).toBeTruthy()
})

test('after a lost answer the page does not claim that the user was not created', async () => {
  const lost = () => {
    throw new TypeError('connection lost')
  }
  for (const answer of [lost, () => refused('outcome_unknown')]) {
    await create(answer)
    expect(await screen.findByText(/^The bank has not answered\./)).toBeTruthy()
    expect(screen.queryByText(/was not created/)).toBeNull()
    cleanup()
  }
})

test('the sections of a new user are titled for staff', async () => {
  vi.stubGlobal('fetch', stubbedBank({}).fetch)
  visit('/admin/create-user', <CreateUserPage />)
  const legends = [...document.querySelectorAll('form > div > fieldset > legend')]
  expect(legends.map(({ textContent }) => textContent)).toEqual([
    'Customer',
    'Contact and address',
    'Account',
    'Security',
  ])
})

test('Generate fills in a password and a PIN, which a slip shows until they are changed', async () => {
  vi.stubGlobal('fetch', stubbedBank({}).fetch)
  visit('/admin/create-user', <CreateUserPage />)
  expect(screen.queryByRole('button', { name: 'Print slip' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }))
  const password = screen.getByLabelText<HTMLInputElement>('Password').value
  const pin = screen.getByLabelText<HTMLInputElement>('Transaction PIN').value
  expect(password).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}$/)
  expect(pin).toMatch(/^\d{6}$/)
  await userEvent.click(screen.getByRole('button', { name: 'Print slip' }))
  const slip = await screen.findByRole('dialog', { name: 'Slip for the customer' })
  expect(slip.textContent).toContain(password)
  expect(slip.textContent).toContain(pin)
  await userEvent.keyboard('{Escape}')
  await userEvent.type(screen.getByLabelText('Password'), '!')
  expect(screen.queryByRole('button', { name: 'Print slip' })).toBeNull()
})
