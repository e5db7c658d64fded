import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

// Each visit starts with a newly loaded page.
beforeEach(() => {
  vi.resetModules()
  history.replaceState(null, '', '/')
})

test('the heading of the first page leaves the focus alone, and the heading of the next page takes it', async () => {
  const { PageHeading } = await import('./page-heading.tsx')
  const { rerender } = render(<PageHeading>Dashboard</PageHeading>)
  expect(document.activeElement).toBe(document.body)
  rerender(<PageHeading>Profile</PageHeading>)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Profile' }))
})

test('the heading takes the focus after a navigation before the first page was shown', async () => {
  const { PageHeading } = await import('./page-heading.tsx')
  await userEvent.click(document.body)
  history.pushState(null, '', '/transfer')
  render(<PageHeading>Funds Transfer</PageHeading>)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Funds Transfer' }))
})

test('the heading of the first page leaves the focus in a field that is used before it is shown', async () => {
  const { PageHeading } = await import('./page-heading.tsx')
  const { rerender } = render(<input />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  await userEvent.click(field)
  rerender(
    <>
      <input />
      <PageHeading>Welcome Back</PageHeading>
    </>,
  )
  await userEvent.keyboard('alice')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('alice')
})
