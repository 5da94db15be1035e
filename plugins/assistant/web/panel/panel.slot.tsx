export const Slot = () => null;
