import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './deferred-dialog.tsx'
import type { DialogProps } from './dialog-props.ts'

function Page({ shape }: { shape: NonNullable<DialogProps['shape']> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Make admin" shape={shape}>
        <button type="button">Make admin</button>
        <button type="button" data-first-focus onClick={() => setOpen(false)}>
          Cancel
        </button>
      </Dialog>
    </>
  )
}

test('a dialog is named by its title, takes the focus and returns it on Escape', async () => {
  render(<Page shape="dialog" />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Make admin' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an alert dialog starts at Cancel and closes by its close button, its backdrop and Escape', async () => {
  render(<Page shape="alert" />)
  const ways = [
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    () => userEvent.click(backdrop()),
    () => userEvent.keyboard('{Escape}'),
  ]
  for (const close of ways) {
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('alertdialog', { name: 'Make admin' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await close()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  }
})

test('a dialog that guards an ended session has no close button, and its backdrop does not close it', async () => {
  render(<Page shape="guard" />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('alertdialog', { name: 'Make admin' })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.click(backdrop())
  expect(screen.getByRole('alertdialog', { name: 'Make admin' })).toBeDefined()
})

function backdrop(): Element {
  return document.querySelector('.bg-overlay')!
}

test('the page behind a dialog cannot be scrolled and is hidden from screen readers', async () => {
  render(<Page shape="drawer" />)
  const behind = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(behind)
  await screen.findByRole('dialog')
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(true)
  expect(behind.closest('[aria-hidden="true"]')).not.toBeNull()
})
