import { endpoints } from '@bank/contract/endpoints'
import type { StatementView } from '@bank/contract/statements/view'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { toast } from '../ui/toast.ts'
import { linesPrinted, type StatementChoice } from './statements.ts'

/**
 * Prints a statement with the lines of all its pages. `whole` is that statement while it is printed; it is read, and proved by the
 * bank, each time. A statement with too many lines is printed as it is shown.
 */
export function usePrinting(choice: StatementChoice, shown: StatementView | undefined) {
  const {
    data: whole,
    mutate,
    reset,
    isPending,
  } = useMutation({
    mutationFn: () => call(endpoints.readStatement, { query: { ...choice, limit: linesPrinted } }),
    onError: (error) => toast.error(reasonOf(error), { id: 'statement-download' }),
  })

  useEffect(() => {
    if (!whole) return
    window.print()
    reset()
  }, [whole, reset])

  return {
    whole,
    isPreparing: isPending,
    start: () => {
      const isWhole = shown?.lines.length === shown?.total
      if (isWhole || (shown?.total ?? 0) > linesPrinted) window.print()
      else mutate()
    },
  }
}
