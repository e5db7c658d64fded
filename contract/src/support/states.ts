/** Whether an administrator has marked a message as answered. */
export const supportMessageStates = ['open', 'answered'] as const

export type SupportMessageState = (typeof supportMessageStates)[number]
