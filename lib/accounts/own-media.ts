/** Condition on a row of media_object: somebody uploaded it, wears it, or it belongs to a story of theirs. */
export const madeBy = (userId: string) => {
  const story = { authorId: userId };
  const panel = { OR: [{ scene: { story } }, { removedFrom: { story } }] };
  return {
    OR: [
      { uploads: { some: { userId } } },
      { avatarOf: { some: { id: userId } } },
      { previewOf: { some: story } },
      { panelImages: { some: panel } },
      { panelVideos: { some: panel } },
      { takes: { some: { panel } } },
      { takeOriginals: { some: { panel } } },
      { characterPrimary: { some: { story } } },
      { locationPrimary: { some: { story } } },
      { characterImages: { some: { character: { story } } } },
      { locationImages: { some: { location: { story } } } },
      { sharePictures: { some: { story } } },
    ],
  };
};
