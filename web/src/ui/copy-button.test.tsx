import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

beforeEach(() => void vi.useFakeTimers())

test('a copy button copies and says so for two seconds', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(<CopyButton text="1234567890" label="Copy account number" />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy account number' })))
  expect(writeText).toHaveBeenCalledWith('1234567890')
  expect(screen.getByText('Copied').getAttribute('aria-live')).toBe('polite')
  act(() => void vi.advanceTimersByTime(1999))
  expect(screen.queryByText('Copied')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Copied')).toBeNull()
})

test('a copy button with a toast does not announce the copy itself', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  const onCopied = vi.fn()
  render(<CopyButton text="1234567890" label="Copy account number" onCopied={onCopied} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy account number' })))
  expect(onCopied).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Copied').closest('[aria-live]')).toBeNull()
})
