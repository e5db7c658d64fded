import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { closeTransferId, noteSent, useTransferId } from './transfer-id.ts'

beforeEach(() => sessionStorage.clear())

const opened = (sender: string) => renderHook(() => useTransferId(sender)).result.current

test('a transfer in doubt keeps its id while somebody else sends from the same window, and it is not theirs', () => {
  const { id } = opened('alice')
  noteSent(id)

  const other = opened('bruno')
  expect([other.id === id, other.mayBeSent]).toEqual([false, false])
  noteSent(other.id)
  closeTransferId(other.id, 'bruno')

  expect(opened('alice')).toMatchObject({ id, mayBeSent: true })
  closeTransferId(id, 'alice')
  expect(opened('alice').id).not.toBe(id)
})
