/** The fields of a form that say when a payment is made. While `repeat` is empty, it is made now. `end` says which of the two fields before it ends it. */
export const whenNames = ['firstDay', 'repeat', 'every', 'lastDay', 'times', 'end', 'onHoliday'] as const
export type WhenName = (typeof whenNames)[number]
/** As they are typed. */
export type WhenTexts = Readonly<Record<WhenName, string>>
