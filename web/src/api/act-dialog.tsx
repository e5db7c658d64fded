import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { reasonOf } from './problem.ts'

/** Asks for a decision and carries it out. It closes when that is done, and stays with the reason when it fails. */
export function ActDialog<Answer>({
  act,
  isReady = () => true,
  onDone,
  onFailed,
  onClose,
  ...dialog
}: Omit<ComponentProps<typeof ConfirmDialog>, 'isPending' | 'failure' | 'onConfirm'> & {
  act: () => Promise<Answer>
  /** Asked before the request; false while another field of the dialog is wrong. */
  isReady?: () => boolean
  onDone?: (answer: Answer) => void
  onFailed?: () => void
}) {
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      onDone?.(answer)
      onClose()
    },
    onError: () => onFailed?.(),
  })
  const close = () => {
    if (error) reset()
    onClose()
  }
  return (
    <ConfirmDialog
      {...dialog}
      onClose={close}
      failure={error ? reasonOf(error) : undefined}
      isPending={isPending}
      onConfirm={() => isReady() && mutate()}
    />
  )
}
