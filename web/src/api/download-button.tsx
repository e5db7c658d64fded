import { useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { download } from './call.ts'
import { reasonOf } from './problem.ts'
import { saveFile } from './save-file.ts'

/** A button that downloads a file. A failure is shown as a toast, which replaces the one before with this `toastId`. */
export function DownloadButton({
  children,
  busyLabel,
  toastId,
  load,
}: {
  children: string
  busyLabel: string
  toastId: string
  load: () => ReturnType<typeof download>
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await load()),
    onError: (error) => toast.error(reasonOf(error), { id: toastId }),
  })
  return (
    <Button look="secondary" busy={isPending} busyLabel={busyLabel} onClick={() => mutate()}>
      {children}
    </Button>
  )
}
