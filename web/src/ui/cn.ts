import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names. A primitive's look is its own: callers pass layout (margin, width, grid place)
 * only, so that no two classes ever fight and nothing needs to merge them.
 */
export const cn = (...classes: ClassValue[]) => clsx(classes)
