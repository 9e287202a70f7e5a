function caption(image) {
  return image.title ?? fallbackTitle(image.file);
}

function fallbackTitle(file) {
  return file.replace(/\.\w+$/, "");
}

export const Thumb = ({ image, onPick }) => (
  <figure onClick={() => onPick(image)}>
    <img src={image.file} alt={caption(image)} />
    <figcaption>{caption(image)}</figcaption>
  </figure>
);

export function Empty({ caption }) {
  return <p>{caption("nothing")}</p>;
}
