import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { meQuery } from '../accounts/me.ts'
import { dropDrafts } from '../sessions/kept-drafts.ts'
import { ProfilePage } from './profile-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../ui/dialog.tsx'

afterEach(() => {
  dropDrafts()
})

const noContent = () => new Response(null, { status: 204 })
const save = 'PUT /api/me/profile'
const contact = {
  phone: '+15551234567',
  country: 'Canada',
  address: '12 Harbour Street',
  city: 'Halifax',
  state: 'Nova Scotia',
  zip: 'B3H 4R2',
}

describe('editing the profile', () => {
  test('an edit of the profile starts at the telephone number with the stored details, and is saved', async () => {
    let street = '12 Harbour Street'
    const bank = open({
      'GET /api/me': () => ({ ...alice(), street }),
      [save]: ({ body }) => {
        street = body.address!
        return noContent()
      },
    })
    await edit()
    await waitFor(() => expect(document.activeElement).toBe(input('Phone number')))
    expect(Object.keys(contact).map((name) => control(name).value)).toEqual(Object.values(contact))
    retype('Address', '7 Quay Road ')
    await userEvent.click(button('Save'))
    expect(await screen.findByText('Profile updated successfully')).toBeDefined()
    expect(bank.requestsTo(save).map(({ body }) => body)).toEqual([{ ...contact, address: '7 Quay Road' }])
    expect(await screen.findByText('7 Quay Road')).toBeDefined()
    expect(document.activeElement).toBe(button('Edit'))
  })

  test('a cancelled edit sends nothing, and the next one starts with the stored details', async () => {
    const bank = open()
    await edit()
    retype('City', 'Dartmouth')
    await userEvent.click(button('Cancel'))
    expect(document.activeElement).toBe(button('Edit'))
    expect(screen.getByText('Halifax')).toBeDefined()
    await edit()
    expect(input('City').value).toBe('Halifax')
    expect(bank.requestsTo(save)).toEqual([])
  })

  test('an edit shows each broken rule of registration on its field before anything is sent', async () => {
    const bank = open()
    await edit()
    retype('Phone number', '12345')
    retype('Zip code', '')
    await userEvent.click(button('Save'))
    expect(await screen.findByText('Phone number must be at least 10 digits')).toBeDefined()
    expect(screen.getByText('Zip code is required')).toBeDefined()
    expect(document.activeElement?.textContent).toContain('2 fields need attention')
    expect(bank.requestsTo(save)).toEqual([])
  })

  test('a refused edit shows its reason on the field and keeps what was typed', async () => {
    open({ [save]: () => refused('country_unknown') })
    await edit()
    retype('City', 'Dartmouth')
    await userEvent.click(button('Save'))
    expect(await screen.findByText('Country is required')).toBeDefined()
    // The field says why: a toast beside it would repeat that.
    await waitFor(() => expect(screen.queryByText('Failed to update profile')).toBeNull())
    expect(input('City').value).toBe('Dartmouth')
  })

  test('an edit that needs a confirmation asks for the password and then continues', async () => {
    let isConfirmed = false
    const bank = open({
      [save]: () => (isConfirmed ? noContent() : refused('confirm_required')),
      'POST /api/sessions/current/confirmation': () => {
        isConfirmed = true
        return session()
      },
    })
    await edit()
    retype('City', 'Dartmouth')
    await userEvent.click(button('Save'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await userEvent.type(dialog.getByLabelText('Current password'), 'correct horse{Enter}')
    const again = await screen.findByRole('button', { name: 'Edit' })
    expect(bank.requestsTo(save)).toHaveLength(2)
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(again))
  })

  test('an edit without the confirmation says that nothing was saved', async () => {
    open({ [save]: () => refused('confirm_required') })
    await edit()
    await userEvent.click(button('Save'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/Your profile was not changed/)).toBeDefined()
    expect(button('Save')).toBeDefined()
  })

  test('a live update changes the fields that were not edited and keeps the edited ones', async () => {
    const { client } = open()
    await edit()
    retype('City', 'Dartmouth')
    act(
      () =>
        void client.setQueryData(meQuery(undefined).queryKey, { ...alice(), city: 'Truro', zip: 'B2N 1A1' }),
    )
    await waitFor(() => expect(input('Zip code').value).toBe('B2N 1A1'))
    expect(input('City').value).toBe('Dartmouth')
  })

  test('an unfinished edit continues after the page was left, and an untouched form stays closed', async () => {
    open()
    await edit()
    cleanup()
    open()
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined()
    await edit()
    retype('City', 'Dartmouth')
    cleanup()
    open({ 'GET /api/me': () => ({ ...alice(), zip: 'B2N 1A1' }) })
    expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Dartmouth')
    expect(input('Zip code').value).toBe('B2N 1A1')
  })

  test('fields that are “Not provided” are empty in the form', async () => {
    const unknown = { phone: 'Not provided', city: 'Not provided', country: 'Not provided' }
    open({ 'GET /api/me': () => ({ ...alice(), ...unknown }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    await screen.findByRole('option', { name: 'Norway' })
    expect([input('Phone number').value, input('City').value, control('country').value]).toEqual(['', '', ''])
  })
})

test('the profile says how the name and the date of birth are corrected, and where the email is changed', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'contact support' })
  expect(link.getAttribute('href')).toBe('/support')
  expect(link.closest('p')?.textContent).toBe('To correct your name or date of birth, contact support.')
})

function open(answers: Parameters<typeof stubbedBank>[0] = {}) {
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/countries': () => [
      { name: 'Canada', phonecode: '1' },
      { name: 'Norway', phonecode: '47' },
    ],
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { client } = visit(
    '/profile',
    <>
      <ProfilePage />
      <Toaster />
    </>,
  )
  return { ...bank, client }
}

async function edit(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('button', { name: 'Save' })
  // The select of happy-dom does not take the default values of a form.
  await screen.findByRole('option', { name: 'Norway' })
  fireEvent.change(control('country'), { target: { value: 'Canada' } })
}

function retype(label: string, text: string): void {
  fireEvent.change(input(label), { target: { value: text } })
}

function button(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}

function input(label: string): HTMLInputElement {
  return screen.getByLabelText(label)
}

function control(name: string): HTMLInputElement {
  return document.querySelector(`[name="${name}"]`)!
}

function session() {
  const { id, name, email, role } = alice()
  return {
    user: { id, name, email, role },
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2026-03-07T14:30:00.000Z',
    elevatedUntil: null,
    temporarySecrets: null,
  }
}
