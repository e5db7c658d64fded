import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { ProfilePage } from './profile-page.tsx'

const photograph = () => new File(['a photograph'], 'alice.png', { type: 'image/png' })

describe('the profile', () => {
  test('the profile shows the stored details in the order of the form', async () => {
    open()
    await screen.findByText('12 Harbour Street')
    expect(lines()).toEqual([
      ['Name', 'Alice Moreno'],
      ['Email', 'alice@example.com'],
      ['Address', '12 Harbour Street'],
      ['City', 'Halifax'],
      ['State or region', 'Nova Scotia'],
      ['Zip code', 'B3H 4R2'],
      ['Country', 'Canada'],
      ['Phone', '+15551234567'],
      ['Date of birth', 'May 17, 1990'],
    ])
  })

  test('the profile says “Not provided” for missing details', async () => {
    open({ 'GET /api/me': () => ({ ...alice(), street: '', zip: ' ' }) })
    await screen.findByText('Halifax')
    expect(lines().filter(([, value]) => value === 'Not provided')).toEqual([
      ['Address', 'Not provided'],
      ['Zip code', 'Not provided'],
    ])
  })

  test('a profile that failed to load can be loaded again', async () => {
    let reachable = false
    open({ 'GET /api/me': () => (reachable ? alice() : refused('busy')) })
    reachable = await screen.findByText('Your profile could not be loaded').then(() => true)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('12 Harbour Street')).toBeDefined()
  })
})

describe('Change Avatar', () => {
  test('Change Avatar starts at the file input and says which files it accepts', async () => {
    open()
    const { input, dialog } = await openWindow()
    expect(document.activeElement).toBe(input)
    expect(dialog.textContent).toContain('Click to upload picture')
    expect(dialog.textContent).toContain('.PNG, .JPEG, .JPG - Max 2mb')
    expect(input.accept).toContain('.png,.jpg,.jpeg')
  })

  test('the chosen picture is shown at 150 by 150 and can be removed before it is sent', async () => {
    const bank = open()
    const { input, dialog } = await openWindow()
    await userEvent.upload(input, photograph())
    const preview = await within(dialog).findByRole('img', { name: 'Avatar preview' })
    expect([preview.getAttribute('width'), preview.getAttribute('height')]).toEqual(['150', '150'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(within(dialog).queryByRole('img')).toBeNull()
    expect(document.activeElement).toBe(input)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }))
    expect(within(dialog).getByRole('alert').textContent).toContain('Please select an image')
    expect(bank.requestsTo('PUT /api/me/avatar')).toEqual([])
  })

  test('a file of one byte less than 2 MiB is accepted', async () => {
    open()
    const { input, dialog } = await openWindow()
    const under = new File([new Uint8Array(2_097_151)], 'under.png', { type: 'image/png' })
    await userEvent.upload(input, under)
    expect(await within(dialog).findByRole('img', { name: 'Avatar preview' })).toBeDefined()
    expect(within(dialog).getByRole('alert').textContent).toBe('')
  })

  test('a file that cannot be shown says so instead of a preview', async () => {
    open()
    const { input, dialog } = await openWindow()
    await userEvent.upload(input, photograph())
    fireEvent.error(await within(dialog).findByRole('img'))
    expect(within(dialog).getByText(/This file can’t be shown/)).toBeDefined()
    expect(within(dialog).queryByRole('img')).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Remove' })).toBeDefined()
  })

  for (const [what, file, sentence] of [
    ['nothing', undefined, 'Please select an image'],
    ['an empty file', new File([], 'empty.png', { type: 'image/png' }), 'Please select an image'],
    [
      'a file of exactly 2 MiB',
      new File([new Uint8Array(2_097_152)], 'large.png', { type: 'image/png' }),
      'Image size must be less than 2MB',
    ],
    [
      'a drawing',
      new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }),
      'This file isn’t a valid PNG or JPEG picture',
    ],
  ] as const) {
    test(`${what} is refused on the input before anything is sent`, async () => {
      const bank = open()
      const { input, dialog } = await openWindow()
      const user = userEvent.setup({ applyAccept: false })
      if (file) await user.upload(input, file)
      else await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
      expect(within(dialog).getByRole('alert').textContent).toContain(sentence)
      expect(input.getAttribute('aria-invalid')).toBe('true')
      expect(input.getAttribute('aria-describedby')).toContain('image-error')
      expect(within(dialog).queryByRole('img')).toBeNull()
      expect(bank.requestsTo('PUT /api/me/avatar')).toEqual([])
    })
  }

  test('an upload shows its progress, then the new picture, and returns the focus', async () => {
    let answer = (_: unknown) => {}
    const bank = open({ 'PUT /api/me/avatar': () => new Promise((resolve) => (answer = resolve)) })
    const { input, dialog } = await openWindow()
    await userEvent.upload(input, photograph())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }))
    const button = await within(dialog).findByRole('button', { name: 'Uploading...' })
    await userEvent.click(button)
    expect(screen.getByText('Updating avatar...')).toBeDefined()
    answer({ avatar: '/api/avatars/new' })
    expect(await screen.findByText('Avatar updated successfully')).toBeDefined()
    expect(bank.requestsTo('PUT /api/me/avatar').map(({ body }) => body)).toEqual([
      { file: 'alice.png', type: 'image/png' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(pictures()).toEqual(['/api/avatars/new'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Avatar' }))
  })

  test('a refused picture shows its reason and stays chosen', async () => {
    open({ 'PUT /api/me/avatar': () => refused('image_unreadable') })
    const { input, dialog } = await openWindow()
    await userEvent.upload(input, photograph())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }))
    expect(await screen.findByText('Failed to update avatar')).toBeDefined()
    expect(within(dialog).getByRole('alert').textContent).toContain('Choose another one')
    expect(within(dialog).getByRole('img')).toBeDefined()
  })

  test('a cancelled change of the picture forgets the chosen file', async () => {
    open()
    const { input, dialog } = await openWindow()
    await userEvent.upload(input, photograph())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Avatar' }))
    expect(within((await openWindow()).dialog).queryByRole('img')).toBeNull()
  })
})

test('a removed picture is replaced by the initials', async () => {
  open({
    'GET /api/me': () => ({ ...alice(), avatar: '/api/avatars/old' }),
    'DELETE /api/me/avatar': () => new Response(null, { status: 204 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByText('Avatar removed')).toBeDefined()
  expect(pictures()).toEqual([])
  expect(screen.getByText('AM')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change Avatar' }))
})

function open(answers: Parameters<typeof stubbedBank>[0] = {}) {
  const bank = stubbedBank({ 'GET /api/me': () => alice(), ...answers })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/profile',
    <>
      <ProfilePage />
      <Toaster />
    </>,
  )
  return bank
}

async function openWindow() {
  await userEvent.click(await screen.findByRole('button', { name: 'Change Avatar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change Avatar' })
  const input = within(dialog).getByLabelText<HTMLInputElement>(/Click to upload/)
  return { dialog, input }
}

function lines() {
  return screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])
}

function pictures() {
  return [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
}
