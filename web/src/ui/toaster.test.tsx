import { act, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToasterSurface } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToasterSurface theme="light" />)
})

afterEach(() => {
  act(() => void toast.dismiss())
  vi.runAllTimers()
})

test('three toasts are shown at a time, at the top in the middle', () => {
  say('one', 'two', 'three', 'four')
  expect(seen()).toEqual(['four', 'three', 'two'])
  const place = screen.getByText('four').closest('ol')
  expect(place?.dataset).toMatchObject({ yPosition: 'top', xPosition: 'center' })
})

test('toasts are below the top bar, on a phone too', () => {
  say('Account number copied')
  const { style } = screen.getByText('Account number copied').closest('ol')!
  for (const offset of ['--offset-top', '--mobile-offset-top']) {
    expect(style.getPropertyValue(offset)).toBe('calc(var(--bar-height) + 8px)')
  }
})

test('a toast goes after 4 seconds', () => {
  say('Account number copied')
  pass(3_900)
  expect(seen()).toEqual(['Account number copied'])
  pass(600)
  expect(seen()).toEqual([])
})

test('a toast is swiped away after 45 pixels, and springs back before', () => {
  say('Account number copied')
  swipe(44)
  expect(seen()).toEqual(['Account number copied'])
  swipe(45)
  expect(seen()).toEqual([])
})

function say(...sentences: string[]): void {
  act(() => {
    for (const sentence of sentences) toast(sentence)
  })
  pass(50)
}

function pass(milliseconds: number): void {
  act(() => void vi.advanceTimersByTime(milliseconds))
}

/** The visible toasts, the newest first. */
function seen(): (string | null)[] {
  return [...document.querySelectorAll('[data-sonner-toast][data-visible="true"]')].map(
    (one) => one.textContent,
  )
}

/** Upwards, and so slowly that only the distance counts. */
function swipe(pixels: number): void {
  const target = screen.getByText('Account number copied').closest('li')!
  target.setPointerCapture = () => {}
  fireEvent.pointerDown(target, { clientX: 100, clientY: 100 })
  fireEvent.pointerMove(target, { clientX: 100, clientY: 97 })
  pass(1_000)
  fireEvent.pointerMove(target, { clientX: 100, clientY: 100 - pixels })
  fireEvent.pointerUp(target)
  pass(300)
}
