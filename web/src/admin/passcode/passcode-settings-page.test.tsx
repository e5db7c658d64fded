import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { PasscodeSettingsPage } from './passcode-settings-page.tsx'

async function change(answer: () => unknown) {
  const { fetch, requestsTo } = stubbedBank({ 'PUT /api/admin/passcode': answer })
  vi.stubGlobal('fetch', fetch)
  visit('/admin/settings', <PasscodeSettingsPage />)
  await userEvent.type(screen.getByLabelText('New passcode'), 'a new passcode')
  await userEvent.click(screen.getByRole('button', { name: 'Update passcode' }))
  expect(requestsTo('PUT /api/admin/passcode')).toEqual([])
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Change passcode' }))
}

test('after a refused change the page says that the old passcode still works', async () => {
  await change(() => refused('busy'))
  expect(await screen.findByText(/^The passcode was not changed\./)).toBeTruthy()
})

test('after a lost answer the page does not claim that the passcode was not changed', async () => {
  await change(() => {
    throw new TypeError('connection lost')
  })
  expect(await screen.findByText(/the old or the new passcode may open the panel/)).toBeTruthy()
  expect(screen.queryByText(/was not changed/)).toBeNull()
})
