/** Semi tier `file`: uploading and looking at pictures. */
export { default as Image, Preview as ImagePreview } from '@douyinfe/semi-ui/lib/es/image';
export { default as Upload } from '@douyinfe/semi-ui/lib/es/upload';
